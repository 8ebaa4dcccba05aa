declare module 'foliate-js/paginator.js' {}
