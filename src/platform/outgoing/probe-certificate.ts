import { isIP } from 'node:net'
import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { isPublicAddress, lookupPublic } from './public-address.ts'

/** What is wrong with a certificate. */
export const certificateProblems = [
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_other_name',
  'certificate_unknown_authority',
] as const

export type CertificateProblem = (typeof certificateProblems)[number]

export interface CertificateProbe {
  readonly host: string
  readonly port: number
  /** It may be inside our own network. */
  readonly isPrivateAllowed: boolean
  readonly now: number
}

const TIMEOUT_MS = 5000

/**
 * What is wrong with the certificate that a server shows. null: nothing, or the server cannot be reached. Nothing is sent
 * to it.
 */
export function probeCertificate(probe: CertificateProbe): Promise<CertificateProblem | null> {
  const { host, port, isPrivateAllowed } = probe
  if (!isPrivateAllowed && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.resolve(null)
  return new Promise((done) => {
    const socket = connect({
      host,
      port,
      // Addresses are no names (RFC 6066).
      ...(isIP(host) === 0 && { servername: host }),
      ...(!isPrivateAllowed && { lookup: lookupPublic }),
      // A wrong certificate is what we want to see.
      rejectUnauthorized: false,
    })
    const end = (problem: CertificateProblem | null) => {
      clearTimeout(timer)
      socket.destroy()
      done(problem)
    }
    const timer = setTimeout(() => end(null), TIMEOUT_MS)
    socket.on('error', () => end(null))
    socket.on('close', () => end(null))
    socket.on('secureConnect', () => end(problemOf(socket, probe)))
  })
}

/** What everybody would refuse comes first: our authorities need not be those of the one who asks. */
function problemOf(socket: TLSSocket, { host, now }: CertificateProbe): CertificateProblem | null {
  const certificate: Partial<PeerCertificate> = socket.getPeerCertificate()
  if (certificate.valid_from === undefined || certificate.valid_to === undefined) return null
  if (Date.parse(certificate.valid_to) < now) return 'certificate_expired'
  if (Date.parse(certificate.valid_from) > now) return 'certificate_not_yet_valid'
  if (checkServerIdentity(host, certificate as PeerCertificate)) return 'certificate_other_name'
  return socket.authorized ? null : 'certificate_unknown_authority'
}
