/**
 * What a story is part of and contains, as the files of books name it. Only books have these: a series has those of its
 * books. Each has a table of names, and one of links: `character`, `book_character`.
 */
export const storyFacets = ['story_arc', 'character', 'team', 'location'] as const
export type StoryFacet = (typeof storyFacets)[number]
