import { Cluster, Redis, type RedisOptions } from "ioredis";

/**
 * Addresses of Redis: one server (`redis://user:password@host:6379/0`), the master that sentinels name
 * (`redis+sentinel://user:password@host:26379,host:26379/name`) or a cluster
 * (`redis+cluster://user:password@host:6379,host:6379`). `rediss` in front uses TLS, with the authorities that Node
 * trusts.
 */
const SEVERAL = /^redis(s?)\+(sentinel|cluster):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/@]+)(?:\/([^/]+))?\/?$/;

interface SeveralServers {
  kind: "sentinel" | "cluster";
  servers: { host: string; port: number }[];
  name: string | undefined;
  options: RedisOptions;
}

function severalServers(url: string): SeveralServers | null {
  const [, tls, kind, username, password, hosts, name] = SEVERAL.exec(url) ?? [];
  if (!kind || !hosts) return null;
  const servers = hosts.split(",").map((server) => {
    const [, host = server, port] = /^(.*?)(?::(\d+))?$/.exec(server) ?? [];
    return { host, port: Number(port ?? (kind === "sentinel" ? 26_379 : 6379)) };
  });
  return {
    kind: kind as SeveralServers["kind"],
    servers,
    name,
    options: {
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(tls && { tls: {} }),
    },
  };
}

/** Connection options for one server, or for the master behind sentinels; null for a cluster, which needs a client. */
export function redisOptions(url: string): (RedisOptions & { url?: string }) | null {
  const several = severalServers(url);
  if (!several) return { url };
  const { kind, servers, name = "mymaster", options } = several;
  if (kind === "cluster") return null;
  return { ...options, sentinels: servers, name, ...(options.tls && { enableTLSForSentinelMode: true }) };
}

/** Opens a client for any kind of address. */
export function connectRedis(url: string, options: RedisOptions): Redis | Cluster {
  const several = severalServers(url);
  if (!several) return new Redis(url, options);
  if (several.kind === "sentinel") return new Redis({ ...options, ...redisOptions(url) });
  const { enableOfflineQueue, retryStrategy, ...ofEachServer } = options;
  return new Cluster(several.servers, {
    redisOptions: { ...ofEachServer, ...several.options },
    ...(enableOfflineQueue !== undefined && { enableOfflineQueue }),
    ...(retryStrategy && { clusterRetryStrategy: (times) => retryStrategy(times) }),
    // Certificates hold names, so servers behind TLS must not be replaced by their addresses.
    ...(several.options.tls && { dnsLookup: (address, found) => found(null, address) }),
  });
}
