import type { Fixture } from '../integration.ts'
import featuredArticle from './fixtures/featured-article.json' with { type: 'json' }

export const helloworldFixtures: readonly Fixture[] = [featuredArticle]
