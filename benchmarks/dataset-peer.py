"""The rules of the review task in pandas: user setting, profile longlamp-paper. Prints its counts as JSON."""

import hashlib
import json
import math
import re
import sys
import time

import pandas as pd

WORDS, SUMMARY_WORDS, REVIEWS, PROFILE, SEED = 120, 4, 20, 4, 7


def read(mode, reviews_path, products_path):
    if mode == "parquet":
        columns = ["author", "id", "ord", "date", "title", "text", "overall", "asin"]
        reviews = pd.read_parquet(reviews_path, columns=columns)
        products = pd.read_parquet(products_path, columns=["asin", "descriptions"])
        return reviews, products.rename(columns={"descriptions": "description"})
    names = {"reviewerID": "author", "reviewText": "text", "summary": "title", "reviewTime": "date"}
    wanted = ["reviewerID", "asin", "overall", "reviewText", "summary", "reviewTime"]
    chunks = pd.read_json(reviews_path, lines=True, chunksize=100_000, dtype=False)
    reviews = pd.concat([chunk[wanted] for chunk in chunks], ignore_index=True)
    reviews = reviews.rename(columns=names).dropna(subset=["overall", "text", "title"])
    reviews["ord"] = reviews.index
    reviews["id"] = reviews["ord"].astype(str)
    products = pd.read_json(products_path, lines=True, dtype=False)
    products = products.drop_duplicates("asin")
    return reviews, products[["asin", "description"]]


def description_text(value):
    if value is None or isinstance(value, float):
        return ""
    texts = [value] if isinstance(value, str) else [text for text in value if isinstance(text, str)]
    return " ".join(re.sub(r"<[^>]*>", "", text) for text in texts).strip()


def draw(purpose, *keys):
    return hashlib.md5("\x1f".join([str(SEED), purpose, *keys]).encode()).hexdigest()


def build(reviews, products, out):
    # With .str.split().str.len() pandas 3 needs eight times as long and three times the memory.
    words = reviews["text"].map(lambda text: len(text.split()))
    summary = reviews["title"].map(lambda text: len(text.split()))
    kept = reviews[(words > summary) & (words >= WORDS) & (summary >= SUMMARY_WORDS)]
    counts = kept.groupby("author")["ord"].transform("size")
    kept = kept[counts >= REVIEWS]
    needed = products[products["asin"].isin(kept["asin"].unique())].copy()
    needed["description"] = needed["description"].map(description_text)
    kept = kept.merge(needed[needed["description"] != ""], on="asin")
    users = sorted(kept["author"].unique(), key=lambda user: draw("split", user))
    held = math.ceil(0.2 * len(users) - 1e-9)
    test = math.ceil(held / 2)
    split = {user: ("test" if at < test else "validation" if at < held else "train") for at, user in enumerate(users)}
    files = {name: open(f"{out}/{name}.jsonl", "w", encoding="utf-8") for name in ("train", "validation", "test")}
    sizes = dict.fromkeys(files, 0)
    for user, group in kept.sort_values(["author", "ord"]).groupby("author"):
        rows = group.to_dict("records")
        target = min(range(len(rows)), key=lambda at: draw("targets", user, rows[at]["id"]))
        profile = [
            {"overall": row["overall"], "reviewText": row["text"], "summary": row["title"], "description": row["description"]}
            for at, row in enumerate(rows)
            if at != target
        ]
        if len(profile) < PROFILE:
            continue
        row = rows[target]
        prompt = (
            f'Generate the review text written by a reviewer who has a given an overall rating of "{row["overall"]}" '
            f'for a product with description "{row["description"]}". The summary of the review text is "{row["title"]}".'
        )
        example = {"reviewerId": user, "input": prompt, "output": row["text"], "profile": profile}
        files[split[user]].write(json.dumps(example, ensure_ascii=False) + "\n")
        sizes[split[user]] += 1
    for file in files.values():
        file.close()
    return sizes


def main():
    mode, reviews_path, products_path, out = sys.argv[1:5]
    started = time.perf_counter()
    sizes = build(*read(mode, reviews_path, products_path), out)
    milliseconds = (time.perf_counter() - started) * 1000
    print(json.dumps({"ms": milliseconds, "splits": sizes, "pandas": pd.__version__}))


main()
