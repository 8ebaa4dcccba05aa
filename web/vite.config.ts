import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ command }) => ({
  root: here('.'),
  // Relative, so that one build serves every base path; the server sets <base href>.
  base: command === 'build' ? './' : '/',
  plugins: [react(), ...(process.env.LECTERN_MOCK ? [mockApi()] : [])],
  server: { port: 5173, proxy: process.env.LECTERN_MOCK ? {} : { '/api': 'http://localhost:8080' } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    sourcemap: false,
    rollupOptions: { input: { main: here('index.html') } },
  },
}))

function mockApi(): Plugin {
  return {
    name: 'lectern-mock-api',
    apply: 'serve',
    async configureServer(server) {
      const { answer } = await import('./mock/answer.ts')
      server.middlewares.use(answer)
    },
  }
}
