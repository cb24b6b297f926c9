# The example application (docker/app): a support bot with a RAG pipeline, instrumented with the ragspan package.
#
#   docker build --file docker/app.Dockerfile --tag ragspan-example .
#
# The base is pinned by version. To pin its content too, append the digest that this prints to both FROM lines:
#   docker buildx imagetools inspect node:24.21.0-bookworm-slim --format '{{.Manifest.Digest}}'
FROM node:24.21.0-bookworm-slim AS build

# The package, as it would be published.
WORKDIR /src
COPY package.json package-lock.json .npmrc tsconfig.json tsconfig.build.json tsdown.config.ts ./
COPY README.md CHANGELOG.md LICENSE ./
COPY docs/ ./docs/
COPY proto/ ./proto/
COPY src/ ./src/
RUN npm ci \
    && mkdir /pack \
    && npm pack --pack-destination=/pack \
    && mv /pack/ragspan-*.tgz /pack/ragspan.tgz

# The application, with the package beside its own dependencies.
WORKDIR /app
COPY docker/app/image/package.json docker/app/image/package-lock.json ./
RUN npm ci --ignore-scripts \
    && npm install --no-save --ignore-scripts /pack/ragspan.tgz

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/ ./
COPY demo/ ./demo/
COPY docker/app/*.ts ./docker/app/
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "docker/app/main.ts"]
