import type { Session, SessionDescriptionHandlerFactory } from 'sip.js'
import type { MediaStreamFactory, SessionDescriptionHandler } from 'sip.js/lib/platform/web/index.js'
import { chosenDevice } from './sound-devices.ts'

/** By the handler of a call. */
const microphones = new WeakMap<object, ReturnType<typeof createMicrophone>>()

/** How sip.js describes calls to the PBX: with an address, and with a microphone that closes with the call. */
export function describeCalls(
  factoryFor: (openMicrophone: MediaStreamFactory) => SessionDescriptionHandlerFactory,
): SessionDescriptionHandlerFactory {
  return (session, options) => {
    const microphone = createMicrophone()
    const handler = factoryFor(microphone.open)(session, options)
    microphones.set(handler, microphone)
    const close = handler.close.bind(handler)
    handler.close = () => {
      microphone.close()
      close()
    }
    const getDescription = handler.getDescription.bind(handler)
    handler.getDescription = async (...input) => {
      const description = await getDescription(...input)
      return { ...description, body: withAddress(description.body) }
    }
    return handler
  }
}

/** sip.js leaves a microphone open that the person permits after the call has ended. */
function createMicrophone() {
  const streams: MediaStream[] = []
  let isClosed = false
  function close(): void {
    isClosed = true
    for (const track of streams.flatMap((stream) => stream.getTracks())) track.stop()
  }
  const open: MediaStreamFactory = async (constraints) => {
    const deviceId = chosenDevice('audioinput')
    const audio = deviceId === '' ? true : { deviceId: { ideal: deviceId } }
    const stream = await navigator.mediaDevices.getUserMedia({ ...constraints, audio })
    streams.push(stream)
    if (isClosed) close()
    return stream
  }
  return { open, close }
}

/** Speaks into another microphone, without interrupting the call. */
export async function changeMicrophone(session: Session): Promise<void> {
  const handler = session.sessionDescriptionHandler as SessionDescriptionHandler | undefined
  const sender = handler?.peerConnection?.getSenders().find(({ track }) => track?.kind === 'audio')
  const before = sender?.track
  if (!handler || !sender || !before) return
  const [track] = (await microphones.get(handler)!.open({}, handler)).getAudioTracks()
  if (!track) return
  track.enabled = before.enabled
  await sender.replaceTrack(track)
  before.stop()
}

/**
 * A browser that hides its addresses writes 0.0.0.0, which means "on hold" to Asterisk. Where sound goes is found out
 * otherwise (ICE), so that any other address will do.
 */
const withAddress = (description: string) =>
  description.replace(/^c=IN IP4 0\.0\.0\.0\r?$/gm, 'c=IN IP4 127.0.0.1\r')
