import { type EngineName, makePlace } from './engines.ts'
import { freePort } from './free-port.ts'
import { startSwitchboard } from './run-switchboard.ts'

/** A development server with the demo in a process of its own, for clients. */
export interface ClientServer {
  url: string
  /** the API key of one of the demo people */
  keyOf(email: string): Promise<string>
  /** Ends the server as a power cut would, and starts it again with the same data at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startClientServer(
  engine: EngineName,
  environment: Record<string, string> = {},
): Promise<ClientServer> {
  const place = await makePlace(engine)
  const port = String(await freePort())
  const start = () => startSwitchboard(['--development', '--demo', '--port', port], { place, environment })
  let server = await start()
  const { url } = server
  return {
    url,
    async keyOf(email) {
      const response = await fetch(`${url}/api/v1/dev_fetch_api_key`, {
        method: 'POST',
        body: new URLSearchParams({ username: email }),
      })
      return ((await response.json()) as { api_key: string }).api_key
    },
    async restart() {
      await server.kill()
      server = await start()
    },
    async stop() {
      await server.stop()
      await place.remove()
    },
  }
}
