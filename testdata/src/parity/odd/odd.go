// Package odd has files that not every build has.
package odd
