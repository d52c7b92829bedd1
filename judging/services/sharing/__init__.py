"""Games that anybody may open: which they are, who agreed to it, and what strangers are shown of them."""
