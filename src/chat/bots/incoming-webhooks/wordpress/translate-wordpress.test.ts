import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { wordpress } from './translate-wordpress.ts'

const content = (name: string, change: FixtureChange = {}) => translated(wordpress, name, change)?.content

it('posts and pages are linked', () => {
  expect(translated(wordpress, 'post-published')).toEqual({
    topic: 'WordPress posts',
    content: 'New post: [How to oil gears](https://blog.example.com/2026/03/how-to-oil-gears/)',
  })
  expect(content('page-published')).toBe('New page: [About us](https://blog.example.com/about/)')
})

it('comments are quoted as plain text', () => {
  expect(content('comment')).toBe('Grace Hopper commented on How to oil gears\n> Which \\*oil\\* do you use?')
})

it('users register and sign in, in a topic of their own', () => {
  expect(translated(wordpress, 'user-registered')).toEqual({
    topic: 'WordPress users',
    content: 'New user: Grace Hopper (grace@example.com)',
  })
  expect(content('login')).toBe('grace signed in')
  expect(translated(wordpress, 'login', { options: { exclude_events: ['wp_login'] } })).toBeUndefined()
})

it('an unknown action is refused', () => {
  expect(() => content('login', { body: { hook: 'save_post' } })).toThrow("The 'save_post' event isn't")
})
