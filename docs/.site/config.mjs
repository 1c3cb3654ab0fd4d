// The site of Lockstep's pages. What stands at the side is docs/README.md, so that a page is listed once.
import { readFileSync } from 'node:fs'
import { withMermaid } from 'vitepress-plugin-mermaid'

const HEADING = /^## (.+)$/
const ENTRY = /^- \[(.+?)\]\((.+?)\)/
const SHELL = /^(\$ )?(\.\/lockstep|mvn|\.ci\/)/

function sidebar() {
  const groups = []
  for (const line of readFileSync(new URL('../pages/docs/index.md', import.meta.url), 'utf8').split('\n')) {
    const heading = HEADING.exec(line)
    const entry = ENTRY.exec(line)
    if (heading) {
      groups.push({ text: heading[1], items: [] })
    } else if (entry && groups.length > 0) {
      const path = new URL(entry[2], 'site:/docs/').pathname
      groups.at(-1).items.push({ text: entry[1], link: path.replace(/(index)?\.md$/, '') })
    }
  }
  return groups
}

export default withMermaid({
  title: 'Lockstep',
  description: 'Peer-to-peer deterministic lockstep netcode for games on the JVM',
  srcDir: 'pages',
  outDir: process.env.LOCKSTEP_SITE_OUT,
  // Where the site will stand, with a slash at both ends.
  base: process.env.LOCKSTEP_SITE_BASE ?? '/',
  // None: browsers would ask for one.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    // As forges name headings, so that a link leads to the same place on both.
    anchor: { slugify: (text) => text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').trim().replaceAll(' ', '-') },
    // A text may say <host>; no page needs HTML.
    html: false,
    // What is indented looks like what is fenced: as wide as the text, and it scrolls by itself.
    config: (md) => {
      md.renderer.rules.code_block = (tokens, index, ...rest) => {
        tokens[index].info = SHELL.test(tokens[index].content) ? 'sh' : 'text'
        return md.renderer.rules.fence(tokens, index, ...rest)
      }
    },
  },
  // Near each other, so that what they say is large.
  mermaid: { sequence: { actorMargin: 24, noteMargin: 14 } },
  // Diagrams come whole with the page that has one.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    nav: [
      { text: 'All pages', link: '/docs/' },
      { text: 'Javadoc', link: '/api/index.html', target: '_self' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
  },
})
