import type { SessionDescriptionHandlerFactory } from 'sip.js'

/**
 * A browser that hides its addresses writes 0.0.0.0, which means "on hold" to Asterisk. Where sound goes is found out
 * otherwise (ICE), so that any other address will do.
 */
export function withAddress(describe: SessionDescriptionHandlerFactory): SessionDescriptionHandlerFactory {
  return (session, options) => {
    const handler = describe(session, options)
    const getDescription = handler.getDescription.bind(handler)
    handler.getDescription = async (...input) => {
      const description = await getDescription(...input)
      const body = description.body.replace(/^c=IN IP4 0\.0\.0\.0\r?$/gm, 'c=IN IP4 127.0.0.1\r')
      return { ...description, body }
    }
    return handler
  }
}
