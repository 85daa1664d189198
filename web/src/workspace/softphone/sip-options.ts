import type { Session, SessionDescriptionHandlerFactory } from 'sip.js'
import type { SessionManagerDelegate, SessionManagerOptions } from 'sip.js/lib/platform/web/index.js'

export interface Credentials {
  readonly user: string
  readonly domain: string
  readonly password: string
  readonly path: string
}

/** What sip.js is told: where to connect, and how. */
export function connectionOptions(
  { user, domain, password, path }: Credentials,
  audioOf: (session: Session) => HTMLAudioElement,
  describe: SessionDescriptionHandlerFactory,
  delegate: SessionManagerDelegate,
): [server: string, options: SessionManagerOptions] {
  return [
    `${location.origin.replace(/^http/, 'ws')}${path}`,
    {
      aor: `sip:${user}@${domain}`,
      // It would end the call when the browser asks whether to leave the page, whatever the person says.
      autoStop: false,
      delegate,
      media: {
        constraints: { audio: true, video: false },
        remote: (session) => ({ audio: audioOf(session) }),
      },
      // Credentials are for one connection; the next one gets new ones.
      reconnectionAttempts: 0,
      registererOptions: { expires: 120 },
      userAgentOptions: {
        authorizationUsername: user,
        authorizationPassword: password,
        logBuiltinEnabled: false,
        sessionDescriptionHandlerFactory: describe,
        sessionDescriptionHandlerFactoryOptions: {
          iceGatheringTimeout: 2000,
          // Sound goes to the PBX, whose address is known: nobody else is asked.
          peerConnectionConfiguration: { iceServers: [], bundlePolicy: 'balanced', rtcpMuxPolicy: 'require' },
        },
      },
    },
  ]
}
