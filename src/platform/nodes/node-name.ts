/** PostgreSQL cuts names of connections to this length. */
const NAME_LIMIT = 63

export interface NodeName {
  version: string
  host: string
}

/** The name of the connection that represents a server, for operators and for other servers. */
export const nodeName = ({ version, host }: NodeName): string =>
  `switchboard ${version} on ${host}`.slice(0, NAME_LIMIT)

/** undefined: another version names it in another way. */
export function readNodeName(name: string): NodeName | undefined {
  const { version, host } = /^switchboard (?<version>\S+) on (?<host>.+)$/.exec(name)?.groups ?? {}
  return version !== undefined && host !== undefined ? { version, host } : undefined
}
