import createMarkdown, { type Options } from 'markdown-it'
import { annotationPlugin } from './plugins/annotation-plugin.ts'
import { avatarPlugin } from './plugins/avatar-plugin.ts'
import { depthLimitPlugin } from './plugins/depth-limit-plugin.ts'
import { emojiPlugin } from './plugins/emoji-plugin.ts'
import { fencePlugin } from './plugins/fence-plugin.ts'
import { imagePreviewPlugin } from './plugins/image-preview-plugin.ts'
import { linkPlugin } from './plugins/link-plugin.ts'
import { mathPlugin } from './plugins/math-plugin.ts'
import { mentionPlugin } from './plugins/mention-plugin.ts'
import { streamLinkPlugin } from './plugins/stream-link-plugin.ts'
import { tableLimitPlugin } from './plugins/table-limit-plugin.ts'
import { textPlugin } from './plugins/text-plugin.ts'
import { timestampPlugin } from './plugins/timestamp-plugin.ts'

/** One parser for all messages; per-message data is passed in the `env` of each call. */
export const markdownEngine = createMarkdown({ html: false, linkify: true, breaks: true })
  // markdown-it supports this option, but its types do not.
  .set({ maxNesting: 40 } as Options)
  .disable(['html_block', 'html_inline', 'lheading', 'reference', 'replacements', 'smartquotes'])
  .use(tableLimitPlugin)
  .use(depthLimitPlugin)
  .use(fencePlugin)
  .use(linkPlugin)
  .use(mathPlugin)
  .use(mentionPlugin)
  .use(streamLinkPlugin)
  .use(avatarPlugin)
  .use(emojiPlugin)
  .use(timestampPlugin)
  .use(textPlugin)
  .use(annotationPlugin)
  .use(imagePreviewPlugin)

markdownEngine.renderer.rules.s_open = (tokens, index) => (tokens[index]!.hidden ? '' : '<del>')
markdownEngine.renderer.rules.s_close = (tokens, index) => (tokens[index]!.hidden ? '' : '</del>')
