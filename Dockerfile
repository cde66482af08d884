# Paraph without Postgres: set DATABASE_URL, APP_SECRET, PUBLIC_URL and a mail provider (README, "Configuration"). Targets: `app-office`, the default, and `app` without LibreOffice.
ARG BASE_IMAGE=node:24-bookworm-slim

FROM ${BASE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && node scripts/standalone.mjs /app

FROM ${BASE_IMAGE} AS system
# Node as process 1 would collect no ended children. The server needs neither npm nor the manuals.
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini ca-certificates \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* /usr/share/doc/* /usr/share/man/* /usr/share/locale/* /usr/share/info/* \
    /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/include /opt/yarn* \
  && groupadd --gid 10001 paraph \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin paraph \
  && install -d -o paraph -g paraph -m 0700 /data

# From nothing, so that the layers do not hold what was removed.
FROM scratch AS app
COPY --from=system / /
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
# Only /data and /tmp are written.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "dist/serve.mjs"]

FROM app AS app-office
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends libreoffice-writer-nogui fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /usr/share/doc/*
USER 10001:10001

FROM app-office
