import { createServer } from 'node:net'
import { type Config, ConfigError } from '../../config/config.ts'

/** Port 0 means any free port. It must be known before the server listens: URLs contain it. */
export async function choosePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config
  const port = await findFreePort(config.host)
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) }
}

function findFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => reject(new ConfigError(`HOST ${host} cannot be used: ${error.message}.`)))
    server.listen(0, host, () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
