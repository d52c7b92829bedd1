from judging.logs.validator.answer import answer
from judging.logs.validator.child import main

main(answer)
