	.globl start
start:
