# The server of the command `sitegrade`, from the sources of this repository:
#   docker build -t sitegrade .
#   docker run -p 3000:3000 -v sitegrade:/data sitegrade
ARG NODE_VERSION=22

# With the tools that compile SQLite where there is no compiled one to download.
FROM node:${NODE_VERSION}-bookworm AS build
WORKDIR /source
COPY . .
RUN npm ci --ignore-scripts
RUN npm run build
RUN mkdir /tarballs && npm pack --silent --pack-destination /tarballs \
      -w sitegrade -w @sitegrade/server -w @sitegrade/core -w @sitegrade/store-memory -w @sitegrade/adapter-fastify \
      -w @sitegrade/store-sqlite -w @sitegrade/store-postgres -w @sitegrade/queue-pg-boss \
      -w @sitegrade/renderer-chromium -w @sitegrade/mcp
WORKDIR /app
RUN npm init --yes > /dev/null && npm install --omit=dev --no-audit --no-fund /tarballs/*.tgz

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV DATABASE_FILE=/data/sitegrade.sqlite
WORKDIR /app
COPY --from=build /app ./
# The user `node` of the image. It may write only the database.
RUN install -d -o 1000 -g 1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=40s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm or a shell, so that signals reach the server. Other commands:
#   docker run … sitegrade node node_modules/sitegrade/dist/sitegrade.js keys list
CMD ["node", "node_modules/sitegrade/dist/sitegrade.js", "serve"]
