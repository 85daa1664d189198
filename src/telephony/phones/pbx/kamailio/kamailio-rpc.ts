import { request } from 'node:http'
import { PbxFailure } from '../pbx.ts'

const PATIENCE_MS = 3000
/** A list of a hundred thousand registrations is a few megabytes. */
const LONGEST_ANSWER = 32 * 1024 * 1024

/** Commands to a running Kamailio: JSON-RPC 2.0 by HTTP. */
export interface KamailioRpc {
  /** Throws RpcRefusal if Kamailio refuses, PbxFailure if it gives no usable response. */
  call(method: string, params?: readonly (string | number)[]): Promise<unknown>
}

/** Kamailio refused the command, often because there is no such thing. */
export class RpcRefusal extends PbxFailure {}

export function createKamailioRpc(url: string): KamailioRpc {
  return {
    async call(method, params = []) {
      const body = await post(url, JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 }))
      const answer = parse(body)
      if (answer?.error) throw new RpcRefusal(`Kamailio refused ${method}: ${answer.error.message}.`)
      if (answer?.result === undefined) throw new PbxFailure(`Kamailio did not understand ${method}.`)
      return answer.result
    },
  }
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

function parse(body: string): Answer | undefined {
  try {
    return (JSON.parse(body) as Answer | null) ?? undefined
  } catch {
    return undefined
  }
}

/** A connection for each request: Kamailio may close an idle one just when it is reused. */
async function post(url: string, body: string): Promise<string> {
  try {
    return await new Promise<string>((done, failed) => {
      const question = request(url, {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      })
      question.once('error', failed)
      question.once('response', (response) => {
        const pieces: Buffer[] = []
        let length = 0
        response.on('data', (piece: Buffer) => {
          pieces.push(piece)
          length += piece.length
          if (length > LONGEST_ANSWER) question.destroy(new Error('The answer is too long'))
        })
        response.once('error', failed)
        response.once('end', () => done(Buffer.concat(pieces).toString('utf8')))
      })
      question.end(body)
    })
  } catch (error) {
    throw new PbxFailure('Kamailio does not answer.', { cause: error })
  }
}
