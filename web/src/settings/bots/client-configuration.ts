import { saveBlob } from '../../ui/save-blob.ts'

/** The configuration file of clients and libraries of this API family. */
export function clientConfiguration(email: string, apiKey: string): string {
  return `[api]\nemail=${email}\nkey=${apiKey}\nsite=${location.origin}\n`
}

export function saveClientConfiguration(email: string, apiKey: string): void {
  // Of a text the browser would add an ending to the name.
  const type = 'application/octet-stream'
  saveBlob(new Blob([clientConfiguration(email, apiKey)], { type }), 'zuliprc')
}
