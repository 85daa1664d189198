import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildSwitchboard, root } from '../build-switchboard.ts'
import { runProgram } from '../run-program.ts'
import { buildWeb } from '../web/build-web.ts'

/** Makes the release archive as `npm run release` does, and unpacks it. Answers with its folder. */
export async function unpackRelease(folder: string): Promise<string> {
  await buildSwitchboard()
  await buildWeb()
  const archive = execFileSync(process.execPath, ['release.js', folder], {
    cwd: root,
    encoding: 'utf8',
  }).trim()
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  const name = readdirSync(folder).find((entry) => /^switchboard-[\d.]+$/.test(entry))
  return join(folder, name!)
}

/** `npm ci --omit=dev`, from npm's cache where it can. Answers with why it cannot be tried here, or undefined when it was done. */
export async function installRelease(folder: string): Promise<string | undefined> {
  const args = ['ci', '--omit=dev', '--prefer-offline', '--fetch-retries=2', '--fetch-timeout=60000']
  const { status, stdout, stderr } = await runProgram('npm', args, { cwd: folder })
  if (status === 0) return undefined
  const reason = whyUnreachable(stderr)
  if (reason === undefined) throw new Error(`npm ci --omit=dev failed:\n${stdout}${stderr}`)
  return reason
}

/** From what npm has printed; undefined: the network is not to blame. */
export function whyUnreachable(stderr: string): string | undefined {
  const code =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/
  const [found] = stderr
    .split('\n')
    .flatMap((line) => (line.startsWith('npm') ? (code.exec(line)?.[1] ?? []) : []))
  return found && `npm cannot reach its registry (${found})`
}
