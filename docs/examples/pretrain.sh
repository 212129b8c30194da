#!/bin/bash
# Llama 3.1 8B on sixteen nodes with Megatron-LM.
#SBATCH --nodes=16
#SBATCH --gres=gpu:h100:8
#SBATCH --ntasks-per-node=1

GPUS_PER_NODE=8
WORLD_SIZE=$((SLURM_NNODES * GPUS_PER_NODE))
TP=${TP:-2}

MODEL_ARGS=(
    --num-layers 32
    --hidden-size 4096
    --ffn-hidden-size 14336
    --num-attention-heads 32
    --group-query-attention
    --num-query-groups 8
    --swiglu
    --untie-embeddings-and-output-weights
    --seq-length 8192
    --vocab-size 128256
)
TRAINING_ARGS="
    --micro-batch-size 1
    --global-batch-size $((WORLD_SIZE * 8))
    --bf16
    --use-distributed-optimizer
    --overlap-grad-reduce
    --train-iters 20000
    --lr 3e-4
"
srun torchrun --nnodes $SLURM_NNODES --nproc_per_node $GPUS_PER_NODE pretrain_gpt.py \
    ${MODEL_ARGS[@]} \
    $TRAINING_ARGS \
    --tensor-model-parallel-size $TP \
    --sequence-parallel
