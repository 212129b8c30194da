#!/bin/bash
#SBATCH --nodes=2
TP=${TP:-2}
A=(
 --num-layers 4 --hidden-size 512
 --num-attention-heads 8)
B="--bf16 \
 --micro-batch-size 1"
if [ $X ]; then B="$B --fp8-format hybrid"; fi
torchrun --nnodes $SLURM_NNODES --nproc_per_node 8 p.py ${A[@]} $B --global-batch-size $((8*2)) --tensor-model-parallel-size $TP
