import type { Fixture } from '../integration.ts'
import comment from './fixtures/comment.json' with { type: 'json' }
import login from './fixtures/login.json' with { type: 'json' }
import pagePublished from './fixtures/page-published.json' with { type: 'json' }
import postPublished from './fixtures/post-published.json' with { type: 'json' }
import userRegistered from './fixtures/user-registered.json' with { type: 'json' }

export const wordpressFixtures: readonly Fixture[] = [
  comment,
  login,
  pagePublished,
  postPublished,
  userRegistered,
]
