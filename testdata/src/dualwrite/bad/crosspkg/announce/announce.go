// Package announce publishes what happens in a house.
package announce

import "github.com/ThreeDotsLabs/watermill/message"

// Board has a topic.
type Board struct {
	pub   message.Publisher
	topic string
}

// New wires a Board.
func New(pub message.Publisher, topic string) *Board { return &Board{pub: pub, topic: topic} }

// Pin publishes a note under an id.
func (b *Board) Pin(id, text string) error {
	return b.pub.Publish(b.topic, message.NewMessage(id, []byte(text)))
}
