import { askAsStranger } from './ask-as-stranger.ts'

const describeSound = (port: number) =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP 0`,
    '',
  ].join('\r\n')

/** Sends an INVITE as a stranger would, and returns the first response that is not provisional. */
export const askToCall = (
  sipPort: number,
  { from, to }: { from: string; to: string },
  authorization?: string,
): Promise<string> =>
  askAsStranger(sipPort, { method: 'INVITE', about: to, from, to, authorization, sound: describeSound })
