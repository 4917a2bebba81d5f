"""Answers timing jobs: one JSON object a line in, one out. One thread, warm, best of several rounds."""

import json
import os
import sys
import time
import warnings

warnings.simplefilter("ignore")
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402  (the number of threads is read on import)


def rouge(job):
    from rouge_score.rouge_scorer import RougeScorer

    types = [{"rouge-1": "rouge1", "rouge-2": "rouge2", "rouge-l": "rougeL", "rouge-lsum": "rougeLsum"}[t] for t in job["types"]]
    scorer = RougeScorer(types, use_stemmer=job["stemmer"])

    def work():
        scores = [scorer.score(pair["reference"], pair["prediction"]) for pair in job["pairs"]]
        return [score[t].fmeasure for score in scores for t in types]

    return work


def wordnet():
    from nltk.corpus import wordnet as reader

    reader.synsets("tent")
    return reader


def nltk_words(text):
    # word_tokenize with an untaught Punkt: no tables, as Longhand without them.
    from nltk.tokenize.destructive import NLTKWordTokenizer
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    sentences = PunktSentenceTokenizer().tokenize(text)
    words = NLTKWordTokenizer()
    return [word for sentence in sentences for word in words.tokenize(sentence)]


def meteor(job):
    from nltk.translate.meteor_score import meteor_score

    reader = wordnet()
    tokens = [(nltk_words(pair["reference"]), nltk_words(pair["prediction"])) for pair in job["pairs"]]

    def with_tokenising():
        return [meteor_score([nltk_words(pair["reference"])], nltk_words(pair["prediction"]), wordnet=reader) for pair in job["pairs"]]

    def without():
        return [meteor_score([reference], prediction, wordnet=reader) for reference, prediction in tokens]

    return with_tokenising if job["tokenising"] else without


def bm25(job):
    from rank_bm25 import BM25Okapi

    corpus = [text.split() for text in job["texts"]]
    queries = [query.split() for query in job["queries"]]
    if job["part"] == "query":
        index = BM25Okapi(corpus)
        return lambda: [float(score) for query in queries for score in index.get_scores(query)]

    def work():
        index = BM25Okapi([text.split() for text in job["texts"]])
        return [float(score) for query in queries for score in index.get_scores(query)]

    return work


def sacrebleu(job):
    from sacrebleu.metrics import BLEU, CHRF

    metric = {"bleu": lambda: BLEU(effective_order=True), "chrf": CHRF, "chrf++": lambda: CHRF(word_order=2)}[job["metric"]]()
    return lambda: [metric.sentence_score(pair["prediction"], [pair["reference"]]).score for pair in job["pairs"]]


def rouge_bootstrap(job):
    from rouge_score.scoring import BootstrapAggregator, Score

    def work():
        np.random.seed(job["seed"])
        aggregator = BootstrapAggregator()
        for row in job["scores"]:
            aggregator.add_scores({"rouge1": Score(*row)})
        result = aggregator.aggregate()["rouge1"]
        return [result.low.fmeasure, result.mid.fmeasure, result.high.fmeasure]

    return work


def bootstrap_interval(job):
    from scipy.stats import bootstrap

    values = np.array(job["values"])

    def work():
        result = bootstrap((values,), np.mean, n_resamples=job["resamples"], method="percentile", random_state=1, batch=1000)
        return [float(result.confidence_interval.low), float(result.confidence_interval.high)]

    return work


def sign_flip(job):
    from scipy.stats import permutation_test

    values = np.array(job["values"])

    def work():
        result = permutation_test(
            (values,), lambda x, axis=-1: np.mean(x, axis=axis), permutation_type="samples",
            n_resamples=job["permutations"], random_state=1, vectorized=True, batch=1000,
        )
        return [float(result.pvalue)]

    return work


def autocorrelation(job):
    sequence = np.fromfile(job["sequence"], dtype=np.int32)
    vectors = np.fromfile(job["vectors"], dtype=np.float32).reshape(-1, job["dimensions"])
    lags, words = job["maxLag"] + 1, len(sequence)

    def work():
        # All lags at once: one real transform a dimension, powers added up, one transform back.
        x = vectors.astype(np.float64)[sequence]
        x -= x.mean(axis=0)
        x /= np.linalg.norm(x, axis=1)[:, None]
        size = next_fast_length(words + lags)
        power = np.zeros(size // 2 + 1)
        for dimension in range(x.shape[1]):
            spectrum = np.fft.rfft(x[:, dimension], size)
            power += spectrum.real**2 + spectrum.imag**2
        curve = np.fft.irfft(power, size)[:lags] / (words - np.arange(lags))
        return curve[:: max(1, lags // 1000)].tolist()

    return work


def next_fast_length(least):
    from scipy.fft import next_fast_len

    size = next_fast_len(least, real=True)
    return size + size % 2


JOBS = {work.__name__: work for work in (rouge, meteor, bm25, sacrebleu, rouge_bootstrap, bootstrap_interval, sign_flip, autocorrelation)}


def measure(work, rounds, least_s, budget_s):
    """The best of several rounds, in milliseconds; the first one warms up."""
    values = work()
    best = float("inf")
    started = now = time.perf_counter()
    done = 0
    while now - started < budget_s and not (done >= rounds and now - started >= least_s):
        before = time.perf_counter()
        work()
        now = time.perf_counter()
        best = min(best, now - before)
        done += 1
    return best * 1000, values


for line in sys.stdin:
    job = json.loads(line)
    ms, values = measure(JOBS[job["job"]](job), job["rounds"], job["leastS"], job["budgetS"])
    print(json.dumps({"ms": ms, "values": values}), flush=True)
