const MAX_LENGTH = 9000

/**
 * The words of somebody outside as part of a message: without mentions, and without fences that could swallow what
 * follows. A zero-width space keeps them from being understood.
 */
export function outsideText(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .replaceAll(/@(?=_?\*)/g, '@\u200b')
    .replaceAll(/`(?=``)|~(?=~~)/g, '$&\u200b')
}

/** A name that somebody outside has chosen, for use within a line of Markdown. */
export const outsideName = (name: string): string => name.replaceAll(/[\\`*_~[\]()<>#@|$\p{Cc}]/gu, '').trim()
