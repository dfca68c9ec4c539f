# One image for every process of the platform; `target` chooses: api (also migrates) or worker.
FROM node:26-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY shared/contracts/package.json shared/contracts/
COPY shared/curves/package.json shared/curves/
COPY shared/engine/package.json shared/engine/
COPY shared/present/package.json shared/present/
COPY shared/server/package.json shared/server/
COPY api/package.json api/
COPY worker/package.json worker/
COPY web/package.json web/

FROM manifests AS build
RUN npm ci --include=dev
COPY tsconfig.base.json ./
COPY shared shared
COPY api api
COPY worker worker
COPY web web
RUN npm run build

# What runs, without the tools that built it; the embedded database of development is the root's alone.
FROM manifests AS packages
RUN npm ci --omit=dev --workspace api --workspace worker

FROM node:26-bookworm-slim AS runtime
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
# By default glibc gives threads arenas of their own, eight a core, each of which keeps the memory once freed in it.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=packages /app ./
COPY --from=build /app/shared/contracts/dist shared/contracts/dist
COPY --from=build /app/shared/curves/dist shared/curves/dist
COPY --from=build /app/shared/engine/dist shared/engine/dist
COPY --from=build /app/shared/present/dist shared/present/dist
COPY --from=build /app/shared/server/dist shared/server/dist
COPY --from=build /app/api/dist api/dist
COPY --from=build /app/worker/dist worker/dist
COPY --from=build /app/web/dist web/dist
USER node

FROM runtime AS worker
ENV WORKER_HEALTH_PORT=9100
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WORKER_HEALTH_PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "worker/dist/main.js"]

FROM runtime AS api
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "api/dist/server.js"]
