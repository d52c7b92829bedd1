"""The fake validator with one second of processor time, so that a test need not wait for five."""

from judging.logs.validator import child
from tests.judging.fake_validator import answer

if __name__ == "__main__":
    child.CPU_SECONDS = 1
    child.main(answer)
