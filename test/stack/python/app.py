"""The support bot in Python: LangChain's retriever interface, the OpenAI client, OpenInference instrumentation.

Nothing of ragspan runs here. Plays each deployment named on the command line once, prints one line of JSON for each.
Addresses come from the environment: OTEL_EXPORTER_OTLP_ENDPOINT, OPENAI_BASE_URL, CORPUS (folder of Markdown files).
"""

import json
import math
import os
import pathlib
import re
import sys
from collections import Counter

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from openai import OpenAI
from openinference.instrumentation import OITracer, TraceConfig
from openinference.instrumentation.langchain import LangChainInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

QUESTION = "Where is my refund for order 8814?"
PLAIN = "You are the support bot of a shop. Answer the question from the context."
GROUNDED = PLAIN + " Answer questions about an order from its ledger entry alone."

DEPLOYMENTS = {
    # Takes one section only: the mail that sounds right, not the ledger's entry behind it.
    "retrieval": dict(k=1, budget=9000, system=PLAIN, model="eager-1"),
    # Takes five, and cuts the context in the middle of the second, the ledger's entry.
    "assembly": dict(k=5, budget=260, system=PLAIN, model="eager-1"),
    # Sends all of them, to a model that prefers what sounds settled.
    "generation": dict(k=5, budget=9000, system=PLAIN, model="eager-1"),
    "repaired": dict(k=5, budget=9000, system=GROUNDED, model="eager-1"),
}


def sections(folder):
    for path in sorted(pathlib.Path(folder).glob("*.md")):
        for section in re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
            title, _, text = section.partition("\n")
            yield Document(page_content=text.strip(), metadata={"document_id": title.strip()})


def words(text):
    return re.findall(r"[a-z0-9]{3,}", text.lower())


class RarestWords(BaseRetriever):
    """Ranks by the rarity of the words that a section shares with the query."""

    documents: list[Document]
    k: int

    def _get_relevant_documents(self, query, *, run_manager):
        frequency = Counter(word for one in self.documents for word in set(words(one.page_content)))
        wanted = set(words(query))

        def score(document):
            shared = wanted & set(words(document.page_content))
            return sum(math.log(1 + len(self.documents) / frequency[word]) for word in shared)

        return sorted(self.documents, key=score, reverse=True)[: self.k]


def answer(tracer, client, documents, *, k, budget, system, model):
    with tracer.start_as_current_span("answer", openinference_span_kind="chain") as span:
        span.set_input(QUESTION)
        found = RarestWords(documents=documents, k=k).invoke(QUESTION)
        context = "\n\n".join(f"[{n}] {one.page_content}" for n, one in enumerate(found, start=1))[:budget]
        completion = client.chat.completions.create(
            model=model,
            temperature=0,
            messages=[
                {"role": "system", "content": system},
                {"role": "user", "content": f"Context:\n\n{context}\n\nOrder: 8814\nQuestion: {QUESTION}"},
            ],
        )
        text = completion.choices[0].message.content
        span.set_output(text)
        return format(span.get_span_context().trace_id, "032x"), text


def main(names):
    provider = TracerProvider(resource=Resource.create({"service.name": "support-bot-python"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    LangChainInstrumentor().instrument(tracer_provider=provider)
    OpenAIInstrumentor().instrument(tracer_provider=provider)
    tracer = OITracer(provider.get_tracer("support-bot"), config=TraceConfig())
    client = OpenAI(api_key="none")
    documents = list(sections(os.environ["CORPUS"]))
    for name in names:
        trace_id, text = answer(tracer, client, documents, **DEPLOYMENTS[name])
        print(json.dumps({"deployment": name, "trace": trace_id, "answer": text}), flush=True)
    provider.shutdown()


main(sys.argv[1:])
