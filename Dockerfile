# syntax=docker/dockerfile:1
# Galet in an empty image: the static program and nothing else. Not yet run: there was no Docker
# where it was written. docs/serving.md says how it is used.

FROM node:22-alpine AS web
WORKDIR /galet/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web/ ./
RUN npm run build

# Alpine's Rust makes static programs by itself (musl).
FROM rust:1-alpine AS program
RUN apk add --no-cache musl-dev && rustup target add wasm32-unknown-unknown
WORKDIR /galet
COPY . .
# Newer than its sources, so that it is not built again.
COPY --from=web /galet/web/dist web/dist
RUN find web/dist -exec touch {} + \
    && cargo build --release --locked --package galet --features cluster \
    && mkdir /data

FROM scratch
COPY --from=program /galet/target/release/galet /galet
# Nobody in particular, who owns nothing but the games.
COPY --from=program --chown=65532:65532 /data /data
USER 65532:65532
WORKDIR /data
ENV GALET_HOST=0.0.0.0 GALET_PORT=4280 GALET_DATA=/data
VOLUME /data
EXPOSE 4280
ENTRYPOINT ["/galet"]
CMD ["serve"]
