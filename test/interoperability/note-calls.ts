// biome-ignore lint/suspicious/noExplicitAny: a client without types
type Client = any

/** The same client; each call also notes the function's name, such as `messages.flags.add`. */
export function noteCalls(client: Client, called: Set<string>, path = ''): Client {
  return new Proxy(client, {
    get(target, key: string) {
      const value = target[key]
      const name = path + key
      if (name === 'config') return value
      if (typeof value === 'object') return noteCalls(value, called, `${name}.`)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        called.add(name)
        return value.apply(target, args)
      }
    },
  })
}

export function functionsOf(client: Client, path = ''): string[] {
  return Object.entries(client).flatMap(([key, value]) => {
    if (path + key === 'config') return []
    return typeof value === 'function' ? [path + key] : functionsOf(value, `${path}${key}.`)
  })
}
