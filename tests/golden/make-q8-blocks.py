"""Blocks of Q4_0, Q4_1, Q5_0 and Q5_1, and the same numbers in Q8_0.

    pip install gguf==0.19.0 numpy==2.4.6
    python make-q8-blocks.py > q8-blocks.jsonl

Dequantised and quantised anew with gguf, llama.cpp's own Python package, which follows ggml's reference
bit for bit. Scales range from the smallest that 16 bits hold to large ones, negative ones among them.
"""

import base64
import json

import numpy
from gguf import GGMLQuantizationType, quants

SIZES = {"Q4_0": 18, "Q4_1": 20, "Q5_0": 22, "Q5_1": 24}
BLOCKS = 96

random = numpy.random.default_rng(7)


def halves() -> numpy.ndarray:
    exponents = random.uniform(-24, 10, BLOCKS)
    signs = random.choice([-1.0, 1.0], BLOCKS)
    values = (signs * 2.0**exponents).astype(numpy.float16)
    values[:2] = 0
    return values


for name, size in SIZES.items():
    blocks = random.integers(0, 256, (BLOCKS, size), dtype=numpy.uint8)
    blocks[:, :2] = halves().view(numpy.uint8).reshape(-1, 2)
    if name.endswith("_1"):
        blocks[:, 2:4] = halves().view(numpy.uint8).reshape(-1, 2)
    numbers = quants.dequantize(blocks, GGMLQuantizationType[name])
    result = quants.quantize(numbers, GGMLQuantizationType.Q8_0)
    row = {"type": name, "from": blocks.tobytes(), "to": result.tobytes()}
    print(json.dumps({k: base64.b64encode(v).decode() if isinstance(v, bytes) else v for k, v in row.items()}))
