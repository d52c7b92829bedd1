from judging.validator.answer import answer
from judging.validator.child import main

main(answer)
