#!/bin/bash
# Full fine-tuning of Qwen2.5 7B with the Trainer and DeepSpeed.
torchrun --nnodes 2 --nproc_per_node 8 sft.py \
    --model_name_or_path Qwen/Qwen2.5-7B-Instruct \
    --deepspeed zero3.json \
    --per_device_train_batch_size 2 \
    --gradient_accumulation_steps 4 \
    --gradient_checkpointing \
    --max_length 4096 \
    --bf16 \
    --learning_rate 1e-5
