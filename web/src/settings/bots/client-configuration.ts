import { saveBlob } from '../../ui/save-blob.ts'

/** The file from which the programs and libraries of this family read who they are. */
export function clientConfiguration(email: string, apiKey: string): string {
  return `[api]\nemail=${email}\nkey=${apiKey}\nsite=${location.origin}\n`
}

export function saveClientConfiguration(email: string, apiKey: string): void {
  // Of a text the browser would add an ending to the name.
  const type = 'application/octet-stream'
  saveBlob(new Blob([clientConfiguration(email, apiKey)], { type }), 'zuliprc')
}
