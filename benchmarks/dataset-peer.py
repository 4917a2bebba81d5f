"""The review task in pandas: what `longhand corpus import` and `longhand dataset build` do with a dump of
Amazon Reviews 2018, rule for rule, so that the examples, their hashes and all counts come out the same.

    python dataset-peer.py '{"reviews": ..., "products": ..., "out": ...}'   from the raw dump
    python dataset-peer.py '{"corpus": ..., "out": ...}'                     from the tables of an import

with "settings": ["user", "temporal"] for one or both. Prints counts and what it used as JSON.
"""

import hashlib
import html
import json
import math
import re
import resource
import sys
import unicodedata
from collections import Counter
from pathlib import Path

import numpy as np
import orjson
import pandas as pd

WORDS, SUMMARY_WORDS, REVIEWS, PROFILE, SEED = 120, 4, 50, 4, 7
HELD_OUT, FINAL_SHARE, RUN_WORDS, NEAR_SHARE = 0.2, 0.1, 5, 0.5


# Import: the dump becomes tables with ids; what is no review is listed with its line.


def fault(text, rating, reviewer, summary):
    if text is None:
        return "text-missing", "reviewText is missing"
    if not isinstance(text, str):
        return "text-not-text", "reviewText is not a string"
    if not text.strip():
        return "text-empty", "reviewText is empty"
    if rating is None or rating == "":
        return "rating-missing", "overall is missing"
    try:
        float(rating)
    except (TypeError, ValueError):
        return "rating-not-number", f"overall {json.dumps(rating)} is no number"
    if not reviewer:
        return "author-missing", "reviewerID is missing or empty"
    if summary is None:
        return "summary-missing", "summary is missing"
    if not isinstance(summary, str):
        return "wrong-field", "summary is not a string"
    if not summary.strip():
        return "summary-empty", "summary is empty"
    return None


def read_reviews(path, rejected):
    columns = {name: [] for name in ("line", "author", "asin", "overall", "day", "seconds", "title", "text")}
    line_, author_, asin_, overall_, day_, seconds_, title_, text_ = (c.append for c in columns.values())
    loads = orjson.loads
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                record = loads(line)
            except orjson.JSONDecodeError as error:
                rejected.append((path, number, "invalid-json", str(error)))
                continue
            get = record.get
            text, rating, reviewer, summary = get("reviewText"), get("overall"), get("reviewerID"), get("summary")
            found = fault(text, rating, reviewer, summary)
            if found is not None:
                rejected.append((path, number, *found))
                continue
            line_(number)
            author_(reviewer)
            asin_(get("asin"))
            overall_(float(rating))
            day_(get("reviewTime"))
            seconds_(get("unixReviewTime"))
            title_(summary)
            text_(text)
    reviews = pd.DataFrame(columns)
    reviews["ord"] = reviews["line"] - 1
    reviews["source"] = path
    return reviews


def add_dates(reviews):
    """The day that both fields tell; how often they disagree."""
    day = pd.to_datetime(reviews["day"], format="%m %d, %Y", errors="coerce")
    counted = pd.to_datetime(reviews["seconds"], unit="s", errors="coerce").dt.floor("D")
    disagree = int((day.notna() & counted.notna() & (day != counted)).sum())
    codes, days = pd.factorize(day.fillna(counted))
    names = np.append(days.strftime("%Y-%m-%d").to_numpy(dtype=object), None)
    reviews["date"] = names[codes]
    return reviews.drop(columns=["day", "seconds"]), disagree


def add_ids(reviews):
    """Hashes of the contents; copies get a number."""
    rows = zip(*(reviews[name] for name in ("author", "asin", "overall", "date", "title", "text")))
    md5 = hashlib.md5
    ids = pd.Series([
        "doc-" + md5(f"{author}\x1f{asin}\x1f{overall}\x1f{date}\x1f{title}\x1f{text}".encode()).hexdigest()[:24]
        for author, asin, overall, date, title, text in rows
    ])
    copy = ids.groupby(ids).cumcount()
    reviews["id"] = ids.where(copy == 0, ids + "-" + (copy + 1).astype(str))
    return reviews


def read_products(path):
    asins, descriptions, titles, lines = [], [], [], []
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            record = orjson.loads(line)
            description = record.get("description") or []
            asins.append(record["asin"])
            descriptions.append([description] if isinstance(description, str) else description)
            titles.append(record.get("title"))
            lines.append(number)
    products = pd.DataFrame({"asin": asins, "descriptions": descriptions, "title": titles, "line": lines})
    repeated = products.duplicated("asin")
    return products[~repeated], int(repeated.sum())


def import_dump(reviews_path, products_path, out):
    rejected = []
    reviews, disagree = add_dates(read_reviews(reviews_path, rejected))
    reviews = add_ids(reviews)
    products, repeated = read_products(products_path)
    # As Longhand writes it: compressing this table takes longer than all that is read of it again.
    reviews.to_parquet(out / "documents.parquet", compression=None, index=False)
    products.to_parquet(out / "products.parquet", compression="zstd", index=False)
    with open(out / "rejected.jsonl", "wb") as file:
        for row in rejected:
            file.write(orjson.dumps(dict(zip(("file", "line", "reason", "message"), row))) + b"\n")
    reasons = Counter(reason for _, _, reason, _ in rejected)
    if repeated:
        reasons["duplicate-product"] = repeated
    if disagree:
        reasons["date-disagrees"] = disagree
    counts = {"documents": len(reviews), "products": len(products), "rejected": len(rejected), "reasons": dict(reasons)}
    return reviews, products, counts


# Build: rules, draws, examples.


def count_words(texts):
    # With .str.split().str.len() pandas 3 needs eight times as long and three times the memory.
    return texts.map(lambda text: len(text.split()))


def step(rule, before, after, unit="documents"):
    sizes = {"in": before[0], "out": after[0], "usersIn": before[1], "usersOut": after[1]}
    return {"rule": rule, "unit": unit, **sizes}


def size(frame):
    return len(frame), frame["author"].nunique()


def measure(reviews):
    """Which of the rules for single reviews each passes, in their order."""
    words, summary = count_words(reviews["text"]), count_words(reviews["title"])
    rules = {
        "review has a rating": reviews["overall"].notna(),
        "review has more words than its summary": words > summary,
        f"review has at least {WORDS} words": words >= WORDS,
        f"its title or summary has at least {SUMMARY_WORDS} words": summary >= SUMMARY_WORDS,
    }
    passed, funnel, before = pd.Series(True, index=reviews.index), [], size(reviews)
    for rule, holds in rules.items():
        passed &= holds
        after = int(passed.sum()), reviews["author"][passed].nunique()
        funnel.append(step(rule, before, after))
        before = after
    return reviews[passed].copy(), funnel


def comparable(text):
    return " ".join(unicodedata.normalize("NFC", text).split())


def count_people(kept):
    funnel, before = [], size(kept)
    kept["key"] = kept["text"].map(comparable)
    kept = kept[~kept.duplicated(["author", "key"])]
    funnel.append(step("review does not repeat another of its author", before, size(kept)))
    repeats = len(kept.drop_duplicates(["author", "key"])) - kept["key"].nunique()
    before = size(kept)
    kept = kept[kept.groupby("author")["ord"].transform("size") >= REVIEWS]
    funnel.append(step(f"author has at least {REVIEWS} reviews", before, size(kept)))
    return kept, funnel, repeats


TAG = re.compile(r"<[^>]*>")


def description_text(texts):
    cleaned = (" ".join(html.unescape(TAG.sub(" ", text)).split()) for text in texts)
    return " ".join(text for text in cleaned if text)


def describe(kept, products):
    before = size(kept)
    needed = products[products["asin"].isin(kept["asin"].unique())]
    texts = needed["descriptions"].map(description_text)
    described = pd.DataFrame({"asin": needed["asin"], "description": texts})[texts != ""]
    kept = kept.merge(described, on="asin")
    return kept, [step("product has a description", before, size(kept))]


def select(reviews, products):
    """Everything that does not depend on the setting."""
    kept, funnel = measure(reviews)
    kept, counted, repeats = count_people(kept)
    kept, described = describe(kept, products)
    dated = kept["date"].notna()
    counts = {
        "dateTies": int(dated.sum() - len(kept[dated].drop_duplicates(["author", "date"]))),
        "undatedDocuments": int((~dated).sum()),
        "repeatsAcrossAuthors": int(repeats),
    }
    return kept, funnel + counted + described, counts


def draw(purpose, *keys):
    return hashlib.md5("\x1f".join([str(SEED), purpose, *keys]).encode()).hexdigest()


def draw_user(kept):
    users = sorted(kept["author"].unique(), key=lambda user: (draw("split", user), user))
    held = math.ceil(HELD_OUT * len(users) - 1e-9)
    test = math.ceil(held / 2 - 1e-9)
    split = dict(zip(users, ["test"] * test + ["validation"] * (held - test) + ["train"] * (len(users) - held)))
    kept["draw"] = [draw("targets", author, id) for author, id in zip(kept["author"], kept["id"])]
    kept = kept.sort_values(["author", "draw", "ord"])
    is_target = kept.groupby("author").cumcount() == 0
    kept["split"] = kept["author"].map(split).where(is_target)
    kept["in_profile"] = ~is_target
    before = size(kept)
    return kept, [step("review was drawn as a target", before, size(kept[is_target]))]


def draw_temporal(kept):
    before = size(kept)
    kept = kept[kept.groupby("author")["date"].transform("count") >= 3]
    funnel = [step("author has 3 dated reviews", before, size(kept))]
    kept = kept.sort_values(["date", "id", "ord"], ascending=False, na_position="last").sort_values("author", kind="stable")
    rank = kept.groupby("author").cumcount()
    kept["split"] = rank.map({0: "test", 1: "validation", 2: "train"})
    kept["in_profile"] = rank > 2
    targets = kept[kept["split"].notna()]
    funnel.append(step("review was drawn as a target", size(kept), size(targets)))
    for split in ("validation", "test"):
        users = targets.loc[targets["split"] == split, "author"]
        users = sorted(users, key=lambda user: (draw(f"keep-{split}", user), user))
        dropped = users[max(1, math.floor(FINAL_SHARE * len(users) + 0.5)):]
        kept["split"] = kept["split"].mask((kept["split"] == split) & kept["author"].isin(dropped))
    rule = f"validation and test are cut to a share of {FINAL_SHARE}"
    funnel.append(step(rule, size(targets), size(kept[kept["split"].notna()]), "examples"))
    return kept, funnel


def keep_profiles(kept):
    before = size(kept[kept["split"].notna()])
    people = kept.groupby("author").agg(items=("in_profile", "sum"), targets=("split", "count"))
    people = people[(people["items"] >= PROFILE) & (people["targets"] > 0)].index
    kept = kept[kept["author"].isin(people) & (kept["split"].notna() | kept["in_profile"])]
    rule = f"profile has at least {PROFILE} reviews"
    return kept, [step(rule, before, size(kept[kept["split"].notna()]), "examples")]


def runs_of(text):
    words = text.lower().split()
    return set(zip(*(words[at:] for at in range(RUN_WORDS))))


def is_near(target_runs, item):
    return len(target_runs & runs_of(item["text"])) >= NEAR_SHARE * len(target_runs)


def example_of(target, setting):
    user = target["author"]
    rating, description, summary = str(target["overall"]), target["description"], target["title"]
    return {
        "id": f"review-{setting}-{target['split']}-{hashlib.sha256(user.encode()).hexdigest()[:8]}-1",
        "reviewerId": user,
        "overall": rating,
        "description": description,
        "summary": summary,
        "input": f'Generate the review text written by a reviewer who has a given an overall rating of "{rating}" '
        f'for a product with description "{description}". The summary of the review text is "{summary}".',
        "output": target["text"],
        "target_id": target["id"],
        "date": target["date"],
    }


def line_of(example, items):
    profile = [
        {
            "id": item["id"],
            "overall": item["overall"],
            "reviewText": item["text"],
            "summary": item["title"],
            "description": item["description"],
            "reviewTime": item["date"],
        }
        for item in items
    ]
    return orjson.dumps({**example, "profile": profile})


def digest_of(example, items):
    fields = [[name, example[name]] for name in ("description", "overall", "summary")]
    head = [example[name] for name in ("id", "reviewerId", "input", "output", "target_id", "date")]
    profile = [
        [
            item["id"],
            item["date"],
            [
                ["description", item["description"]],
                ["overall", str(item["overall"])],
                ["reviewText", item["text"]],
                ["summary", item["title"]],
            ],
        ]
        for item in items
    ]
    return hashlib.sha256(orjson.dumps([*head, fields, profile])).hexdigest()


class Examples:
    """Writes examples, and looks at each as a reader would: leaks, near-duplicates, hashes."""

    def __init__(self, out, setting):
        self.setting = setting
        out.mkdir(parents=True, exist_ok=True)
        self.files = {split: open(out / f"{split}.jsonl", "wb") for split in ("train", "validation", "test")}
        self.digests = {split: [] for split in self.files}
        self.users = {split: set() for split in self.files}
        self.counts = Counter(copiesLeftOut=0, nearDuplicates=0, profilesQuotingTarget=0)
        self.leaks = Counter({"user-in-two-splits": 0, "target-in-profile": 0, "profile-after-target": 0, "empty-output": 0})

    def add(self, target, items):
        others = [item for item in items if item["id"] != target["id"] and item["key"] != target["key"]]
        self.counts["copiesLeftOut"] += len(items) - len(others)
        if len(others) < PROFILE:
            return
        runs = runs_of(target["text"])
        if runs and any(is_near(runs, item) for item in others):
            self.counts["nearDuplicates"] += 1
        example, split = example_of(target, self.setting), target["split"]
        self.check(target, others)
        self.digests[split].append(digest_of(example, others))
        self.users[split].add(target["author"])
        self.files[split].write(line_of(example, others) + b"\n")

    def check(self, target, items):
        key, date = target["key"], target["date"]
        if any(item["id"] == target["id"] or item["key"] == key for item in items):
            self.leaks["target-in-profile"] += 1
        if any(key in item["key"] for item in items):
            self.counts["profilesQuotingTarget"] += 1
        if any(item["date"] > date for item in items if item["date"] is not None and date is not None):
            self.leaks["profile-after-target"] += 1
        if not target["text"].strip():
            self.leaks["empty-output"] += 1

    def results(self):
        for file in self.files.values():
            file.close()
        everybody = Counter(user for users in self.users.values() for user in users)
        self.leaks["user-in-two-splits"] = sum(count > 1 for count in everybody.values())
        del self.leaks["profile-after-target" if self.setting == "user" else "user-in-two-splits"]
        hashes = {}
        for split, digests in self.digests.items():
            text = f"longhand-dataset:1\nreview\n{split}\n" + "\n".join(sorted(digests))
            hashes[split] = hashlib.sha256(text.encode()).hexdigest()
        whole = hashlib.sha256("\n".join(hashes[split] for split in ("train", "validation", "test")).encode())
        return {
            "hash": whole.hexdigest(),
            "splits": {split: len(digests) for split, digests in self.digests.items()},
            "users": {split: len(users) for split, users in self.users.items()},
            "checks": dict(self.leaks),
        }


def assemble(kept, setting, out):
    examples = Examples(out, setting)
    kept = kept.sort_values(["author", "date", "id", "ord"], na_position="first")
    kept = kept.astype({"date": object, "split": object}).where(kept.notna(), None)
    for _, group in kept.groupby("author"):
        rows = group.to_dict("records")
        items = [row for row in rows if row["in_profile"]]
        for target in rows:
            if target["split"] is not None:
                examples.add(target, items)
    return examples


def build(selected, setting, out):
    kept, funnel, counts = selected
    kept, drawn = (draw_user if setting == "user" else draw_temporal)(kept.copy())
    kept, profiles = keep_profiles(kept)
    examples = assemble(kept, setting, out)
    results = examples.results()
    planned = size(kept[kept["split"].notna()])
    left = sum(results["splits"].values()), min(planned[1], sum(results["users"].values()))
    rule = "profile is large enough without copies of the target"
    funnel = funnel + drawn + profiles + [step(rule, planned, left, "examples")]
    card = {**results, "funnel": funnel, "counts": {**counts, **examples.counts}}
    (out / "dataset.json").write_text(json.dumps(card, indent=2))
    return card


def main():
    job = json.loads(sys.argv[1])
    out = Path(job["out"])
    if "corpus" in job:
        corpus, imported = Path(job["corpus"]), None
        columns = ["author", "id", "ord", "date", "title", "text", "overall", "asin"]
        reviews = pd.read_parquet(corpus / "documents.parquet", columns=columns)
        products = pd.read_parquet(corpus / "products.parquet", columns=["asin", "descriptions"])
    else:
        (out / "corpus").mkdir(parents=True, exist_ok=True)
        reviews, products, imported = import_dump(job["reviews"], job["products"], out / "corpus")
    selected = select(reviews, products)
    cards = {setting: build(selected, setting, out / setting) for setting in job["settings"]}
    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = {"cpuMs": (usage.ru_utime + usage.ru_stime) * 1000, "maxRssMb": usage.ru_maxrss / 1024}
    print(json.dumps({"pandas": pd.__version__, "imported": imported, "cards": cards, "used": used}))


main()
