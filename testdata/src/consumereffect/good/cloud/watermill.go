package cloud

import (
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sns"
)

// gate hands door codes on to the service that sends them. The topic drops the second message of an id.
type gate struct {
	sns   *sns.Client
	topic string
}

func (g *gate) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("codes", "codes.asked", sub, g.code)
}

func (g *gate) code(msg *message.Message) error {
	_, err := g.sns.Publish(msg.Context(), &sns.PublishInput{
		TopicArn:               aws.String(g.topic),
		MessageGroupId:         aws.String(msg.Metadata.Get("door")),
		MessageDeduplicationId: aws.String(msg.UUID),
		Message:                aws.String(string(msg.Payload)),
	})
	return err
}
