"""How a round is played: compiled state, rules, policies, the play loop and random numbers.

Importing this package compiles nothing. `kernels.engine` is the face of the compiled code; `kernels.rules` and
`kernels.tiles` need neither numba nor a compiler.
"""
