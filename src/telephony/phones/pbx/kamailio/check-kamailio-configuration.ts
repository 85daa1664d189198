import { execFile } from 'node:child_process'

const PATIENCE_MS = 10_000

/** Debian installs it outside the PATH of ordinary accounts. */
const programs = ['kamailio', '/usr/sbin/kamailio', '/usr/local/sbin/kamailio']

/** The errors that Kamailio finds in a kamailio.cfg. Empty if it would start with it. */
export async function checkKamailioConfiguration(path: string): Promise<string[]> {
  for (const program of programs) {
    const check = await run(program, path)
    if (check === 'ok') return []
    if (check === 'not installed') continue
    const complaints = check.output.split('\n').filter((line) => /\b(ERROR|CRITICAL|ALERT)\b/.test(line))
    return complaints.length > 0 ? complaints.map(withoutOrigin) : ['Kamailio did not finish checking it.']
  }
  return ['Kamailio is not installed here (Debian package: kamailio).']
}

function run(program: string, path: string): Promise<'ok' | 'not installed' | { output: string }> {
  return new Promise((done) => {
    execFile(program, ['-c', '-f', path], { timeout: PATIENCE_MS }, (error, stdout, stderr) => {
      if (!error) done('ok')
      else if (error.code === 'ENOENT') done('not installed')
      else done({ output: `${stdout}\n${stderr}` })
    })
  })
}

/** ` 0(123) CRITICAL: <core> [core/cfg.y:3787]: yyerror_at(): parse error` -> `parse error` */
function withoutOrigin(line: string): string {
  return line.replace(/^.*?\b(ERROR|CRITICAL|ALERT):\s*(\S+ \[[^\]]*\]:\s*)?(\w+\(\):\s*)?/, '').trim()
}
