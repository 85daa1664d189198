import type { Integration, Translate } from '../integration.ts'
import { lines, link, quotePlain } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

const translatePublished =
  (kind: string): Translate =>
  (payload) => ({
    topic: 'WordPress posts',
    content: `New ${kind}: ${link(payload.text('post_title'), payload.optionalText('post_url'))}`,
  })

const translateUser: Translate = (payload) => ({
  topic: 'WordPress users',
  content: `New user: ${plain(payload.text('display_name'))} (${plain(payload.text('user_email'))})`,
})

const translateLogin: Translate = (payload) => ({
  topic: 'WordPress users',
  content: `${plain(payload.text('user_login'))} signed in`,
})

const translateComment: Translate = (payload) => {
  const post = payload.optionalText('post_title')
  return {
    topic: 'WordPress posts',
    content: lines(
      `${plain(payload.optionalText('comment_author') ?? 'Somebody')} commented${post === undefined ? '' : ` on ${link(post, payload.optionalText('post_url'))}`}`,
      quotePlain(payload.text('comment_content')),
    ),
  }
}

export const wordpress: Integration = {
  name: 'wordpress',
  displayName: 'WordPress',
  summary: 'Posts, pages, comments and new users of a site.',
  setup: [
    'On WordPress.com, open **Settings**, then **Webhooks**. On a site of your own, install a plugin that sends the data of actions as a form, such as **HookPress**, and open its settings.',
    'Add a webhook for each action that you want messages for: `publish_post`, `publish_page`, `comment_post`, `user_register` or `wp_login`.',
    'Choose the fields: `post_title` and `post_url` for posts and pages, `comment_author` and `comment_content` for comments, `display_name` and `user_email` for new users, `user_login` for sign-ins.',
    'As URL, enter this address:\n\n```\nADDRESS\n```',
  ],
  options: ['only_events', 'exclude_events'],
  excludeExample: ['wp_login'],
  takesForms: true,
  ...translateByEvent({
    displayName: 'WordPress',
    eventOf: (payload) => payload.text('hook'),
    translations: {
      publish_post: translatePublished('post'),
      publish_page: translatePublished('page'),
      comment_post: translateComment,
      user_register: translateUser,
      wp_login: translateLogin,
    },
  }),
  fixtures: async () => (await import('./wordpress-fixtures.ts')).wordpressFixtures,
}
