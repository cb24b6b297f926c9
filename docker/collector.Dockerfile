# The Collector with ragspan (collector/distribution/manifest.yaml), one static binary on an empty image.
#
#   docker build --file docker/collector.Dockerfile --tag ragspan-collector .
#
# The base is pinned by version. To pin its content too, append the digest that this prints:
#   docker buildx imagetools inspect golang:1.26.8-bookworm --format '{{.Manifest.Digest}}'
FROM golang:1.26.8-bookworm AS build
ENV CGO_ENABLED=0 GOFLAGS=-trimpath

# The builder alone first: it changes seldom, and stays in the cache of layers.
WORKDIR /src/collector/tools
COPY collector/tools/ ./
RUN go build -o /usr/local/bin/builder go.opentelemetry.io/collector/cmd/builder

WORKDIR /src/probe
COPY docker/probe/ ./
RUN go build -ldflags="-s -w" -o /out/probe/probe .

COPY collector/ /src/collector/
WORKDIR /src/collector/distribution
# The builder makes build/default, but not what it stands in.
RUN mkdir -p build /out/storage \
    && builder --config=manifest.yaml \
    && mv build/default/ragspan-collector /out/ragspan-collector

# What asks for health, for images that hold nothing to ask with (docker/compose.yaml).
FROM scratch AS probe
COPY --from=build /out/probe/ /probe/
USER 65532:65532
HEALTHCHECK NONE
ENTRYPOINT ["/probe/probe"]

FROM scratch AS collector
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /out/probe/ /probe/
COPY --from=build /out/ragspan-collector /ragspan-collector
# Pending joins and the queue of the exporter. Made here so that a volume over it belongs to the user.
COPY --from=build --chown=65532:65532 /out/storage/ /var/lib/ragspan/
COPY collector-config/collector/gateway.yaml /etc/ragspan/gateway.yaml
# Series of each of its own metrics: by default the SDK takes the labels off beyond 2,000, which is 27 services.
ENV OTEL_GO_X_CARDINALITY_LIMIT=100000
USER 65532:65532
# OTLP gRPC and HTTP; metrics: its own, the connector's, those of applications; health.
EXPOSE 4317 4318 8888 9464 9465 13133
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
    CMD ["/probe/probe", "http://127.0.0.1:13133/"]
ENTRYPOINT ["/ragspan-collector"]
CMD ["--config=/etc/ragspan/gateway.yaml"]
